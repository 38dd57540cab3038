-- Runs inside Neovim: opens a ruleset, breaks a word, mends it by a code action, renames a word, and writes the files.
local folder, plugin = vim.env.RULESET, vim.env.PLUGIN
vim.g.rulewright_command = { vim.env.PYTHON, '-c', 'from rulewright.cli import main; main()', 'lsp' }
dofile(plugin)

local function fail(text)
  io.stderr:write(text .. '\n')
  vim.cmd('cquit 1')
end

local function wait(what, fits)
  if not vim.wait(60000, fits, 50) then
    fail('timeout: ' .. what .. ' ' .. vim.inspect(vim.diagnostic.get(0)))
  end
end

vim.cmd('edit ' .. folder .. '/components/cards.yaml')
vim.bo.filetype = 'yaml'
vim.cmd('doautocmd FileType yaml')
local client
wait('the client', function()
  client = vim.lsp.get_active_clients()[1]
  return client ~= nil and client.initialized
end)

local function ask(method, params)
  local answer = client.request_sync(method, params, 60000, 0)
  if not answer or answer.err then
    fail(method .. ' ' .. vim.inspect(answer))
  end
  return answer.result
end

local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local row, column
for number, line in ipairs(lines) do
  local at = line:find('2 fruits', 1, true)
  if at then
    row, column = number - 1, at + 1
  end
end
vim.api.nvim_buf_set_text(0, row, column, row, column + 6, { 'fruitz' })
wait('a problem', function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].code == 'RW0312' and found[1].col == column and found[1].end_col == column + 6
end)

local place = { line = row, character = column }
local document = { uri = vim.uri_from_bufnr(0) }
local found = vim.diagnostic.get(0)[1].user_data.lsp
local actions = ask('textDocument/codeAction', {
  textDocument = document,
  range = { start = place, ['end'] = place },
  context = { diagnostics = { {
    range = { start = place, ['end'] = { line = row, character = column + 6 } },
    message = '', code = 'RW0312', data = found.data or { suggestions = { 'fruits' } },
  } } },
})
for _, action in ipairs(actions) do
  if action.title == 'Write “fruits”' then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
end
wait('no problem', function()
  return #vim.diagnostic.get(0) == 0
end)

local edit = ask('textDocument/rename', { textDocument = document, position = place, newName = 'olive' })
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
vim.cmd('wall')
vim.cmd('qall!')
