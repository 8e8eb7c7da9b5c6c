import { defineCommand } from '../command-line/command.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['whoami'],
  summary: 'shows whose access key the desk uses, and their role',
  help: 'The desk uses the key in DESK_ACCESS_KEY, otherwise the one that “login” stored, or the local stack’s.',
  options: {},
  async run() {
    const site = requireAccessKey()
    const { name, email, role, key } = await callSite(site, 'GET /api/desk/me', {})
    console.log(`${name} <${email}>, ${role}, on ${site.siteUrl} with the access key “${key}”`)
    return 'done'
  },
})
