// What the extension starts, started as it starts it: a card with a wrong word, told over standard input and output.
// Skipped where the client library or `rulewright` (RULEWRIGHT names another) is not installed.
'use strict';

const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawn, spawnSync } = require('node:child_process');
const { pathToFileURL } = require('node:url');
const { clientOptions, serverOptions } = require('./options');

let rpc = null;
try {
  rpc = require('vscode-jsonrpc/node');
} catch {
  // npm install brings it
}
const program = process.env.RULEWRIGHT || 'rulewright';
const there = rpc && !spawnSync(program, ['--help'], { stdio: 'ignore' }).error;
const options = there ? { timeout: 120000 } : { skip: 'vscode-jsonrpc or rulewright is not installed' };
const GAME = path.join(__dirname, '..', '..', '..', 'rulesets', 'tic_tac_toe');

test('the server that the settings name tells what is wrong', options, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rulewright-'));
  fs.cpSync(GAME, path.join(folder, 'tic_tac_toe'), { recursive: true });
  const file = path.join(folder, 'tic_tac_toe', 'lexicon.yaml');
  const text = fs.readFileSync(file, 'utf8').replace('Put a mark', 'Put a mrak');
  assert.ok(text.includes('mrak'));
  const start = serverOptions([program, 'lsp'], 0);
  const server = spawn(start.command, start.args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin),
  );
  try {
    const wrong = new Promise((resolve) => {
      connection.onNotification('textDocument/publishDiagnostics', ({ diagnostics }) => {
        if (diagnostics.some((one) => one.message.includes('mrak'))) {
          resolve(diagnostics);
        }
      });
    });
    connection.listen();
    const initializationOptions = clientOptions([], null).initializationOptions;
    const answer = await connection.sendRequest('initialize', {
      processId: null, rootUri: pathToFileURL(folder).href, capabilities: {}, initializationOptions,
    });
    assert.ok(answer.capabilities.renameProvider && answer.capabilities.inlayHintProvider);
    await connection.sendNotification('initialized', {});
    const textDocument = { uri: pathToFileURL(file).href, languageId: 'yaml', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const [found] = (await wrong).filter((one) => one.message.includes('mrak'));
    const line = text.split('\n')[found.range.start.line];
    assert.strictEqual(line.slice(found.range.start.character, found.range.end.character), 'mrak');
    await connection.sendRequest('shutdown');
    const gone = new Promise((resolve) => server.once('exit', resolve));
    await connection.sendNotification('exit');
    assert.strictEqual(await gone, 0);
  } finally {
    server.kill();
    connection.dispose();
    fs.rmSync(folder, { recursive: true });
  }
});
