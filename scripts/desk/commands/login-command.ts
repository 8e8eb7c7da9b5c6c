import { askForSecret, askOnTerminal } from '../command-line/ask-to-confirm.ts'
import { defineCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { isAccessKey, parseSiteUrl, storeKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['login [SITE]'],
  summary: 'stores your access key on this computer',
  help: `Asks for the site’s address, such as https://example.com, and for an access key, which isn’t shown. Create the
key on the site, at /desk/keys, first. It is stored in your settings folder, where only you can read it.

Without a terminal, the key is read from standard input.`,
  options: {},
  async run(_, [address, ...others]) {
    if (others.length > 0) throw new DeskError('Name at most one site.', 'usage')
    const siteUrl = parseSiteUrl(address ?? (await askForSite()))
    const accessKey = await askForSecret('Access key:')
    if (!isAccessKey(accessKey))
      throw new DeskError('That isn’t an access key. Create one on the site, at /desk/keys.')
    const { name, role } = await callSite({ siteUrl, accessKey }, 'GET /api/desk/me', {})
    const file = storeKey({ siteUrl, accessKey })
    console.log(`Logged in to ${siteUrl} as ${name}, ${role}.`)
    console.log(`The access key is stored in ${file}.`)
    return 'done'
  },
})

async function askForSite(): Promise<string> {
  if (askOnTerminal) return (await askOnTerminal('Address of the site:')).trim()
  throw new DeskError('Name the site, such as https://example.com.', 'usage')
}
