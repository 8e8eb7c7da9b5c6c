/** What the doctor makes of a finished build: whether it is whole, present, and safe to be public. */
import { type BuiltFile, checkFiles, checkHeaders } from './asset-limits.ts'
import type { Environment } from './environment.ts'
import { type Finding, ok, problem } from './finding.ts'

/** What was found of one closed article. */
export type BuiltArticle = {
  readonly slug: string
  /** The origin that its page names as its own; null where there is no page. */
  readonly origin: string | null
  /** Null where there is no sealed body, or none of this article; else the id of its key. */
  readonly sealedWith: number | null
  /** Whether the environment's ring opens it. */
  readonly opens: boolean
  /** Whether the page carries a paragraph of the closed part. */
  readonly leaks: boolean
}

export type BuildFacts = {
  /** Files that will be public, relative to the site. */
  readonly files: readonly BuiltFile[]
  /** Names of the files beside the Worker's code. */
  readonly serverFiles: readonly string[]
  /** Whether the state that the environment names is the one that the output was built with. */
  readonly isOfThisState: boolean
  /** Whether code and settings are those that it was compiled from. */
  readonly isOfThisCode: boolean
  readonly headers: string | null
  readonly closedArticles: readonly BuiltArticle[]
  /** The page where readers sign in, as HTML. */
  readonly signInPage: string | null
  /** The number of the ring's key that seals; null where there is no ring. */
  readonly currentKey: number | null
}

const rebuild = 'npm run build, with the environment of the deploy.'

function checkArticles(facts: BuildFacts, { SITE_URL = '' }: Environment): Finding[] {
  const { closedArticles, currentKey } = facts
  const slugs = (articles: readonly BuiltArticle[]) =>
    articles
      .slice(0, 3)
      .map(({ slug }) => slug)
      .join(', ') + (articles.length > 3 ? ' …' : '')
  const findings: Finding[] = []
  const report = (check: string, wrong: readonly BuiltArticle[], says: string, remedy: string) => {
    if (wrong.length > 0) {
      findings.push(problem(check, `${wrong.length} ${says}: ${slugs(wrong)}`, remedy))
    }
  }
  const expected = URL.canParse(SITE_URL) ? new URL(SITE_URL).origin : null
  const missing = closedArticles.filter(({ origin }) => origin === null)
  const elsewhere = closedArticles.filter(({ origin }) => origin !== null && origin !== expected)
  const leaking = closedArticles.filter(({ leaks }) => leaks)
  const unsealed = closedArticles.filter(({ sealedWith }) => sealedWith === null)
  const sealed = closedArticles.filter(({ sealedWith }) => sealedWith !== null)
  const shut = sealed.filter(({ opens }) => !opens)
  const old = sealed.filter(({ opens, sealedWith }) => opens && sealedWith !== currentKey)
  report(
    'pages',
    missing,
    'articles have no page',
    `${rebuild} With -- --full if that is not enough.`,
  )
  report('pages', elsewhere, 'were built for another SITE_URL', rebuild)
  report('closed text', leaking, 'pages carry it in the clear', 'Do not deploy. This is a defect.')
  report('sealed bodies', unsealed, 'are missing', rebuild)
  // Without a ring there is nothing to try, and its absence is a finding of its own.
  if (currentKey !== null) {
    report('sealed bodies', shut, 'do not open with SEALING_KEYS', rebuild)
    report('sealed bodies', old, 'are sealed with an old key', rebuild)
  }
  if (findings.length > 0) return findings
  return [
    ok('articles', `${closedArticles.length} closed ones: page, sealed body, nothing in the clear`),
  ]
}

/** The one page that names the sign-in service: for this project, at Google's own address. */
function checkSignInPage(page: string | null, environment: Environment): Finding {
  const check = 'the sign-in page'
  if (page === null) return problem(check, 'is not there', rebuild)
  if (!page.includes("connect-src 'self' https://identitytoolkit.googleapis.com")) {
    return problem(check, 'sends readers to a stand-in', `Unset FIREBASE_AUTH_URL; ${rebuild}`)
  }
  const names = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY']
  const absent = names.filter((name) => !page.includes(`&quot;${environment[name] ?? ''}&quot;`))
  if (absent.length === 0) return ok(check, 'is that of this project')
  return problem(check, `was built with another ${absent.join(' and ')}`, rebuild)
}

/** Null stands for an output that was never finished, or is not there. */
export function checkBuild(facts: BuildFacts | null, environment: Environment): Finding[] {
  if (!facts) return [problem('the build', 'there is none, or it was not finished', rebuild)]
  if (!facts.isOfThisState) {
    const says = 'was made with another BUILD_STATE than the environment names'
    return [problem('the build', says, rebuild)]
  }
  const older = problem('the build', 'was made of other code, or with other settings', rebuild)
  const secrets = facts.serverFiles.filter((name) => name.startsWith('.dev.vars'))
  return [
    ...(facts.isOfThisCode ? [] : [older]),
    ...checkFiles(facts.files),
    checkHeaders(facts.headers),
    ...checkArticles(facts, environment),
    checkSignInPage(facts.signInPage, environment),
    ...secrets.map((name) =>
      problem(name, 'lies beside the Worker in the build', `Remove ${name} here and in the build.`),
    ),
  ]
}
