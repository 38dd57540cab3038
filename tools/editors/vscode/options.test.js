'use strict';

const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { clientOptions, serverOptions } = require('./options');

test('the command of the settings is run', () => {
  assert.deepStrictEqual(serverOptions(['python', '-m', 'x'], 0), { command: 'python', args: ['-m', 'x'], transport: 0 });
  assert.deepStrictEqual(serverOptions([], 0), { command: 'rulewright', args: ['lsp'], transport: 0 });
});

test('packs are handed on', () => {
  assert.deepStrictEqual(clientOptions(['a'], null).initializationOptions, { packs: ['a'] });
});

test('the problem matcher reads what check prints', () => {
  const own = JSON.parse(fs.readFileSync(path.join(__dirname, 'package.json'), 'utf8'));
  const [matcher] = own.contributes.problemMatchers;
  const found = new RegExp(matcher.pattern.regexp).exec('isles/components/cards.yaml:5:9: RW0312 “crad” is not known here.');
  assert.deepStrictEqual(found.slice(1, 5), ['isles/components/cards.yaml', '5', '9', 'RW0312']);
});
