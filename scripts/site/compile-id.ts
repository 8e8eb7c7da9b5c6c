import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BuildEnvironment } from '../../src/content/environment.ts'

/** Everything that a compilation is made of, from the project's root. */
const folders = ['src', 'functions', 'public', 'scripts/site']
const files = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json', 'wrangler.toml']

/** Identifies the code, its dependencies and the settings that end up in the compiled site. */
export function compileId(environment: BuildEnvironment): string {
  const settings = [
    environment.SITE_URL,
    environment.FIREBASE_PROJECT_ID,
    environment.FIREBASE_API_KEY,
    environment.FIREBASE_AUTH_URL,
    environment.GOOGLE_CLIENT_ID,
    environment.GOOGLE_OAUTH_URL,
    environment.RECAPTCHA_SITE_KEY,
    environment.RECAPTCHA_URL,
    environment.PAYPAL_CLIENT_ID,
    environment.PAYPAL_SDK_URL,
  ]
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.version, resolve(environment.BUILD_OUTPUT), ...settings]))
  const inFolders = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.(?:test|spec)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const path of [...files, ...inFolders.sort()]) {
    hash.update(`\n${path}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}
