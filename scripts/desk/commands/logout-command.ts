import { defineCommand } from '../command-line/command.ts'
import { removeStoredKey } from '../site/access-key.ts'

export const command = defineCommand({
  usage: ['logout'],
  summary: 'removes your access key from this computer',
  help: 'The key stays valid until you revoke it on the site, at /desk/keys.',
  options: {},
  async run() {
    console.log(
      removeStoredKey()
        ? 'Removed the access key from this computer. It stays valid until you revoke it at /desk/keys.'
        : 'No access key is stored on this computer.',
    )
    return 'done'
  },
})
