/**
 * A browser for the journeys: a headless one of the system's, which is half the work of a whole
 * Chromium, and as root on Debian its package; else a Chromium of the system; else Playwright's own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { log } from './log.ts'

const headless = ['chromium-headless-shell', 'chrome-headless-shell']
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** What every browser is started with. */
export const browserArguments: readonly string[] = [
  // Chromium refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // Without it the headless one makes letters whole pixels wide, as no reader's browser does.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
]

/** The first of these programs that the system has. */
export function installed(names: readonly string[], paths: readonly string[] = []): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...paths].find((path) => existsSync(path)) ?? null
}

function run(command: string, args: readonly string[]): boolean {
  log('browser', `${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

/**
 * Debian's packages, as root. Nothing of the system's is removed for it, and nobody waits long for a
 * network that is not there. False if they could not be installed.
 */
export function installPackages(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-qq']
  const options = ['-y', '--no-remove', '--no-install-recommends']
  return (
    run('apt-get', [...patience, 'update']) &&
    run('apt-get', [...patience, 'install', ...options, ...packages])
  )
}

/** With the fonts that pages fall back on until their own are there: as wide as these, by styles/fonts.css. */
function install(name: string): string | null {
  installPackages([name, 'fonts-liberation'])
  return installed([name])
}

/** The browser's path, or null for Playwright's own. Throws with what to do where none can be had. */
export async function findBrowser(): Promise<string | null> {
  const found =
    installed(headless) ?? install('chromium-headless-shell') ?? installed(whole, elsewhere)
  if (found) return found
  if (existsSync(chromium.executablePath())) return null
  const ofDebian = install('chromium')
  if (ofDebian) return ofDebian
  const playwright = 'node_modules/@playwright/test/cli.js'
  if (run(process.execPath, [playwright, 'install', 'chromium'])) return null
  throw new Error('No browser for the journeys: install Chromium, then run the same command again.')
}

/** For Playwright's `chromium.launch`. */
export async function browserOptions() {
  const executablePath = await findBrowser()
  return { ...(executablePath ? { executablePath } : {}), args: [...browserArguments] }
}
