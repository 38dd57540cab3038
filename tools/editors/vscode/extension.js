// Starts `rulewright lsp` and shows what it tells.
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { clientOptions, serverOptions } = require('./options');

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration('rulewright');
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.{yaml,md,txt}');
  client = new LanguageClient(
    'rulewright',
    'Rulewright',
    serverOptions(settings.get('command'), TransportKind.stdio),
    clientOptions(settings.get('packs'), watcher),
  );
  await client.start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('rulewright.restart', async () => {
      if (client) {
        await client.stop();
      }
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
