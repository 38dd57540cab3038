#!/bin/sh
# Test and pack the extension: rulewright.vsix in this folder. Needs npm, and the network for what it installs.
set -eu
cd "$(dirname "$0")"
npm install --no-audit --no-fund --silent
npm test --silent >/dev/null || { npm test; exit 1; }
mkdir -p schemas
cp ../../../schemas/*.json schemas/
cp ../../../LICENSE LICENSE
npx vsce package --no-git-tag-version --allow-missing-repository --skip-license --out rulewright.vsix
