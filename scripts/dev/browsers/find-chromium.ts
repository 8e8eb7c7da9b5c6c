/**
 * Finds a Chromium: the system's headless shell, its full browser, or Playwright's. As root on Debian, installs the
 * headless shell if none is found.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { execa } from 'execa'
import { searchPath } from '../dev-environment.ts'
import { logLine } from '../service-process.ts'

const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell']
const fullBrowserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

export const browserArguments: readonly string[] = [
  // Chromium refuses its sandbox to root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // By default, headless Chromium rounds glyph widths to whole pixels, unlike readers' browsers.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
]

export function findInstalled(
  names: readonly string[],
  paths: readonly string[] = [],
): string | null {
  const candidates = searchPath.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...paths].find((path) => existsSync(path)) ?? null
}

async function runCommand(command: string, args: readonly string[]): Promise<boolean> {
  logLine('browser', `${command} ${args.join(' ')}`)
  const { failed } = await execa(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    reject: false,
  })
  return !failed
}

/** Installs packages as root on Debian, and removes none. Returns false if that fails, which takes seconds offline. */
export async function installPackages(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const aptTimeouts = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-qq']
  const options = ['-y', '--no-remove', '--no-install-recommends']
  return (
    (await runCommand('apt-get', [...aptTimeouts, 'update'])) &&
    runCommand('apt-get', [...aptTimeouts, 'install', ...options, ...packages])
  )
}

/** Installs a browser, and the fallback fonts whose widths src/styles/fonts.css matches. */
async function installBrowser(name: string): Promise<string | null> {
  await installPackages([name, 'fonts-liberation'])
  return findInstalled([name])
}

/** Returns the browser's path, or null for Playwright's own. Throws with instructions if none is found. */
export async function findChromium(): Promise<string | null> {
  const found =
    findInstalled(headlessNames) ??
    (await installBrowser('chromium-headless-shell')) ??
    findInstalled(fullBrowserNames, macPaths)
  if (found) return found
  if (existsSync(chromium.executablePath())) return null
  const debianChromium = await installBrowser('chromium')
  if (debianChromium) return debianChromium
  const playwright = 'node_modules/@playwright/test/cli.js'
  if (await runCommand(process.execPath, [playwright, 'install', 'chromium'])) return null
  throw new Error('No browser for the journeys: install Chromium, then run the same command again.')
}

export async function getLaunchOptions() {
  const executablePath = await findChromium()
  return { ...(executablePath ? { executablePath } : {}), args: [...browserArguments] }
}
