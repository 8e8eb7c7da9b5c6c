/**
 * A browser for the journeys: a Chromium of the system if there is one; as root on Debian its
 * package; else Playwright's own download.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { log } from './log.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

function systemBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...elsewhere].find((path) => existsSync(path)) ?? null
}

function run(command: string, args: readonly string[]): boolean {
  log('browser', `${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

/** The browser's path, or null for Playwright's own. Throws with what to do where none can be had. */
export async function findBrowser(): Promise<string | null> {
  const found = systemBrowser()
  if (found) return found
  if (existsSync(chromium.executablePath())) return null
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && run('apt-get', ['update', '-qq'])) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    const installed = systemBrowser()
    if (installed) return installed
  }
  const playwright = 'node_modules/@playwright/test/cli.js'
  if (run(process.execPath, [playwright, 'install', 'chromium'])) return null
  throw new Error('No browser for the journeys: install Chromium, then run the same command again.')
}
