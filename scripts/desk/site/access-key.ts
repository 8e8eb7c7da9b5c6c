/** The access key that the command line uses: from the environment, or as `desk login` has stored it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type KeySite, openSignedSite, type SignedSite } from '../../shared/fetch-signed.ts'
import {
  getSettingsFolder,
  operatorEnvironment,
  operatorVariables,
  parseOperatorEnvironment,
} from '../../shared/operator-environment.ts'
import { chooseEnvironment, readRunningStack } from '../../shared/running-stack.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'

const getFile = () => join(getSettingsFolder(), 'publication-desk', 'access-key.json')

const storedSchema = z.object({ siteUrl: z.string(), accessKey: z.string() })

/** Accepts only addresses with https, so that nobody else can read the key in transit. */
export function parseSiteUrl(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`)
  const isLocal = /^(?:.+\.)?localhost$|^127\.0\.0\.1$/.test(url?.hostname ?? '')
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url.origin
  throw new DeskError('The site’s address must begin with https://.', 'usage')
}

/** A line break in a header would throw an error that contains the key. */
export const isAccessKey = (text: string) => /^[\w-]+$/.test(text)

function readEnvironmentKey(): KeySite | null {
  if (!operatorEnvironment.DESK_ACCESS_KEY) return null
  const schema = operatorVariables.pick({ SITE_URL: true, DESK_ACCESS_KEY: true }).required()
  const { SITE_URL, DESK_ACCESS_KEY } = parseOperatorEnvironment(schema)
  if (!isAccessKey(DESK_ACCESS_KEY))
    throw new DeskError(
      'DESK_ACCESS_KEY isn’t an access key. Create one on your site, at /desk/keys.',
    )
  return { siteUrl: parseSiteUrl(SITE_URL), accessKey: DESK_ACCESS_KEY }
}

function readStoredKey(): KeySite | null {
  try {
    return storedSchema.parse(JSON.parse(readFileSync(getFile(), 'utf8')))
  } catch {
    return null
  }
}

/** Names the site, because other commands may use another one. */
function useStoredKey(): KeySite | null {
  const site = readStoredKey()
  if (site) console.error(`On ${site.siteUrl}, with the access key that “login” stored:`)
  return site
}

/** Only the user can read the file. The previous key is kept until the new one is written. Returns the path. */
export function storeKey(site: KeySite): string {
  const file = getFile()
  const draft = `${file}.${process.pid}.draft`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(draft, `${JSON.stringify(site)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return file
}

/** Returns whether a key was stored, even a damaged one. */
export function removeStoredKey(): boolean {
  const file = getFile()
  const isStored = existsSync(file)
  rmSync(file, { force: true })
  return isStored
}

/** The environment has precedence: an access key, then an operator's variables, for which this is null. */
export const findKeySite = (): KeySite | null =>
  readEnvironmentKey() ?? (operatorEnvironment.FIREBASE_PROJECT_ID ? null : useStoredKey())

/** Returns the caller of endpoints that machines call too. Without a key, it's an operator or the local stack. */
export async function openSite(): Promise<KeySite | SignedSite> {
  return findKeySite() ?? openSignedSite(chooseEnvironment())
}

/** Without a key of their own, somebody with a running `npm start` is the sample's editor. */
function readLocalKey(): KeySite | null {
  if (operatorEnvironment.FIREBASE_PROJECT_ID) return null
  try {
    const { SITE_URL: siteUrl, DESK_ACCESS_KEY: accessKey } = readRunningStack().deskEnvironment
    return { siteUrl, accessKey }
  } catch {
    return null
  }
}

export function requireAccessKey(): KeySite {
  const site = readEnvironmentKey() ?? useStoredKey() ?? readLocalKey()
  if (site) return site
  throw new DeskError(
    `This command needs an access key. Create one on your site, at /desk/keys, then run: ${formatDeskCommand('login')}`,
  )
}
