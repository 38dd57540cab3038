// What the client is told: apart from the editor, so that it can be tested without one.
'use strict';

function serverOptions(command, transport) {
  const [program, ...args] = command && command.length ? command : ['rulewright', 'lsp'];
  return { command: program, args, transport };
}

function clientOptions(packs, watcher) {
  return {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
    initializationOptions: { packs: packs || [] },
    synchronize: { fileEvents: watcher },
  };
}

module.exports = { clientOptions, serverOptions };
