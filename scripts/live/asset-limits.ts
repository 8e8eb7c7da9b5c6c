/** What the doctor makes of the files that would be public, by Cloudflare's limits and our headers. */
import { staticHeadersFile } from '../../src/contracts/security-headers.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

export type BuiltFile = { readonly path: string; readonly bytes: number }

const rebuild = 'npm run build, with the environment of the deploy.'

/** Cloudflare's limits on static assets: "Limits" of Workers, and "Headers" of static assets. */
const limits = { files: 100_000, freeFiles: 20_000, bytes: 25 * 1024 * 1024 }
const headerLimits = { rules: 100, lineLength: 2000 }

export function checkFiles(files: readonly BuiltFile[]): Finding[] {
  const findings: Finding[] = []
  const large = files.filter(({ bytes }) => bytes > limits.bytes)
  for (const { path } of large) {
    findings.push(
      problem(path, 'is larger than 25 MiB, which Cloudflare refuses', 'Make it smaller.'),
    )
  }
  const count = files.length
  const says = `${count} files`
  if (count > limits.files) {
    const remedy =
      'Take articles out, or ask Cloudflare for more: 100,000 is the limit of a version.'
    findings.push(problem('size', says, remedy))
  } else if (count > limits.freeFiles) {
    const remedy = 'Have Cloudflare’s paid plan for Workers: the free one takes 20,000 a version.'
    findings.push(warning('size', says, remedy))
  } else {
    findings.push(ok('size', `${says}; Cloudflare takes 100,000 (20,000 on the free plan)`))
  }
  const maps = files.filter(({ path }) => path.endsWith('.map'))
  if (maps.length > 0) {
    const remedy = 'Turn vite.build.sourcemap off in astro.config.mjs, and build again.'
    findings.push(problem('source maps', `${maps.length} would be public`, remedy))
  }
  return findings
}

export function checkHeaders(headers: string | null): Finding {
  if (headers === null)
    return problem('_headers', 'is not there: pages would go unprotected', rebuild)
  const lines = headers.split('\n')
  const rules = lines.filter((line) => /^\S/.test(line)).length
  if (rules > headerLimits.rules || lines.some((line) => line.length > headerLimits.lineLength)) {
    const says =
      'is over Cloudflare’s limits, which leaves rules out: 100 rules, 2,000 characters a line'
    return problem('_headers', says, 'Shorten src/contracts/security-headers.ts.')
  }
  if (headers !== staticHeadersFile()) return problem('_headers', 'is not of this code', rebuild)
  return ok('_headers', `${rules} rules`)
}
