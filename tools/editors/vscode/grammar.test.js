// The grammar for sentences, run by the library that colours in VS Code; skipped where it is not installed.
'use strict';

const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

function installed(name) {
  try {
    return require(name);
  } catch {
    return null;
  }
}

const textmate = installed('vscode-textmate');
const oniguruma = installed('vscode-oniguruma');
const options = textmate && oniguruma ? {} : { skip: 'npm install brings vscode-textmate and vscode-oniguruma' };
const SENTENCES = 'rulewright.sentences.injection';

async function yaml() {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    getInjections: (scope) => (scope === 'source.yaml' ? [SENTENCES] : undefined),
    loadGrammar: async (scope) => {
      if (scope === 'source.yaml') {
        return { scopeName: 'source.yaml', patterns: [{ match: '#.*$', name: 'comment.line.yaml' }], repository: {} };
      }
      const file = path.join(__dirname, 'syntaxes', 'sentences.tmLanguage.json');
      return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
    },
  });
  return registry.loadGrammar('source.yaml');
}

// Each word of a text with the innermost of our scopes that it has.
function coloured(grammar, text) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const read = grammar.tokenizeLine(line, state);
    state = read.ruleStack;
    for (const token of read.tokens) {
      const scope = token.scopes.filter((one) => one.endsWith('.rulewright')).pop();
      if (scope) {
        found.push([line.slice(token.startIndex, token.endIndex).trim(), scope.split('.').slice(0, 3).join('.')]);
      }
    }
  }
  return found.filter(([word]) => word);
}

test('sentences in every style of YAML are coloured, and nothing else', options, async () => {
  const grammar = await yaml();
  for (const text of [
    '  text: |\n    Reserve: if you attack, gain 2 gold.\n  name: If 3',
    '  text: "Reserve: if you attack, gain 2 gold."',
    "- {id: a, text: 'Reserve: if you attack, gain 2 gold.', name: If 3}",
  ]) {
    const found = coloured(grammar, text);
    assert.deepStrictEqual(
      found.filter(([, scope]) => !scope.startsWith('string')),
      [
        ['Reserve', 'entity.name.function'],
        ['if', 'keyword.control.rulewright'],
        ['2', 'constant.numeric.rulewright'],
      ],
      text,
    );
  }
  const plain = coloured(grammar, 'do: If you attack, gain 2 gold.  # 7\ntitle: If 3');
  assert.deepStrictEqual(plain.filter(([, scope]) => !scope.startsWith('string')).map(([word]) => word), ['If', '2']);
  const flow = coloured(grammar, '- {if: you attack, then: Gain 2 gold., copies: 3}');
  assert.deepStrictEqual(flow.map(([word]) => word), ['you attack', 'Gain', '2', 'gold.']);
  assert.deepStrictEqual(coloured(grammar, '# text: "If 3"\nid: if\ncopies: 3'), []);
});
