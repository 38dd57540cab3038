-- Rulewright in Neovim (0.7 or later). Copy this file to ~/.config/nvim/plugin/rulewright.lua.
-- It needs `rulewright` on the PATH: pip install 'rulewright[lsp]'. A server for YAML may run beside it.

local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local found = vim.fn.findfile('ruleset.yaml', folder .. ';')
  if found == '' then
    found = vim.fn.findfile('pack.yaml', folder .. ';')
  end
  return found ~= '' and vim.fn.fnamemodify(found, ':p:h') or nil
end

local clients = {}

local function attach(buffer)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  if not root then
    return
  end
  if not clients[root] then
    clients[root] = vim.lsp.start_client({
      name = 'rulewright',
      cmd = vim.g.rulewright_command or { 'rulewright', 'lsp' },
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
      init_options = { packs = vim.g.rulewright_packs or {} },
      on_exit = function()
        clients[root] = nil
      end,
    })
  end
  vim.lsp.buf_attach_client(buffer, clients[root])
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'yaml',
  callback = function(event)
    attach(event.buf)
  end,
})
