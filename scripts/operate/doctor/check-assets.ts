/** Checks the files that would be public against Cloudflare's limits and our headers. */
import { createStaticHeadersFile } from '../../../src/contracts/pages/security-headers.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'

export type BuiltFile = { readonly path: string; readonly bytes: number }

export const buildRemedy = 'Run "npm run build" with the deployment’s variables.'

/** Source: "Limits" of Workers and "Headers" of static assets in Cloudflare's documentation. */
const limits = {
  files: 100_000,
  freeFiles: 20_000,
  manyFiles: 80_000,
  /** The number of files that a suggested setting aims for, so that the setting lasts for a while. */
  fewerFiles: 70_000,
  bytes: 25 * 1024 * 1024,
}
const headerLimits = { rules: 100, lineLength: 2000 }

const isSealedBody = ({ path }: BuiltFile) => path.startsWith('sealed/') && !path.endsWith('.json')

/** Recognises story pages, and some other single pages. */
const isStoryPage = ({ path }: BuiltFile) => /^[^/]+\.html$/.test(path)

/** With fewer prerendered stories than this, their pages aren't the reason for the large number of files. */
const fewestPrerendered = 1000

/** Describes how to stay below the limit on files. */
function describeManyFilesRemedy(files: readonly BuiltFile[]): string {
  const section = 'See scripts/operate/many-articles.md.'
  if (files.some(isSealedBody)) return `Set SEALED_BODIES=r2 for the build. ${section}`
  const excess = files.length - limits.fewerFiles
  const prerendered = Math.floor((files.filter(isStoryPage).length - excess) / 1000) * 1000
  return prerendered >= fewestPrerendered
    ? `Set PRERENDERED_STORIES=${prerendered} for the build. ${section}`
    : 'Remove articles, or ask Cloudflare to raise the limit of 100,000 files per version.'
}

export function checkFileLimits(files: readonly BuiltFile[]): Finding[] {
  const findings: Finding[] = []
  const large = files.filter(({ bytes }) => bytes > limits.bytes)
  for (const { path } of large) {
    findings.push(
      forCheck(path).problem('is larger than 25 MiB, Cloudflare’s limit', 'Reduce its size.'),
    )
  }
  const count = files.length
  const message = `${count} files; Cloudflare’s limit is 100,000`
  if (count > limits.files) {
    findings.push(forCheck('size').problem(message, describeManyFilesRemedy(files)))
  } else if (count >= limits.manyFiles) {
    findings.push(forCheck('size').warning(message, describeManyFilesRemedy(files)))
  } else if (count > limits.freeFiles) {
    const remedy =
      'Use Cloudflare’s paid Workers plan: the free plan’s limit is 20,000 files per version.'
    findings.push(forCheck('size').warning(message, remedy))
  } else {
    findings.push(forCheck('size').ok(`${message} (free plan: 20,000)`))
  }
  const maps = files.filter(({ path }) => path.endsWith('.map'))
  if (maps.length > 0) {
    const remedy = 'Turn off vite.build.sourcemap in astro.config.mjs and build again.'
    findings.push(forCheck('source maps').problem(`${maps.length} would be published`, remedy))
  }
  return findings
}

export function checkHeaders(headers: string | null): Finding {
  if (headers === null)
    return forCheck('_headers').problem(
      'not found: pages would have no security headers',
      buildRemedy,
    )
  const lines = headers.split('\n')
  const rules = lines.filter((line) => /^\S/.test(line)).length
  if (rules > headerLimits.rules || lines.some((line) => line.length > headerLimits.lineLength)) {
    const message =
      'exceeds Cloudflare’s limits (100 rules, 2,000 characters per line), so some rules would be ignored'
    return forCheck('_headers').problem(message, 'Shorten src/contracts/pages/security-headers.ts.')
  }
  if (headers !== createStaticHeadersFile())
    return forCheck('_headers').problem('is out of sync with the code', buildRemedy)
  return forCheck('_headers').ok(`${rules} rules`)
}
