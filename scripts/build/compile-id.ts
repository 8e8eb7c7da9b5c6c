import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'

/** The inputs of a compilation, from the project's root. */
const folders = ['src', 'functions', 'public', 'scripts/build']
/** Tests, and types, some of which are generated while a build runs. */
const ignoredFilePattern = /\.(?:test|spec|d)\.ts$|[/\\]testing[/\\]/
const files = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json', 'wrangler.toml']

export function computeCompileId(environment: BuildEnvironment): string {
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
    environment.PLAIN_BUILD,
  ]
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.version, resolve(environment.BUILD_OUTPUT), ...settings]))
  const sourceFiles = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !ignoredFilePattern.test(path)),
  )
  for (const path of [...files, ...sourceFiles.sort()]) {
    hash.update(`\n${path}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}
