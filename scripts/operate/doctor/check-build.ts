import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'
import { type BuiltFile, buildRemedy, checkFileLimits, checkHeaders } from './check-assets.ts'

export type BuiltArticle = {
  readonly slug: string
  /** The origin that the article's page names as its own; null without a page. */
  readonly origin: string | null
  /** The id of the key that the article's body is encrypted with; null without a valid body. */
  readonly sealedWith: number | null
  readonly canBeOpened: boolean
  readonly hasLeak: boolean
}

export type BuildFacts = {
  /** Public files, relative to the site. */
  readonly files: readonly BuiltFile[]
  readonly serverFiles: readonly string[]
  /** Whether the environment's state folder belongs to this output. */
  readonly isFromThisState: boolean
  /** Whether the output was compiled from the current code and settings. */
  readonly isFromThisCode: boolean
  readonly headers: string | null
  readonly closedArticles: readonly BuiltArticle[]
  /** The login page, as HTML. */
  readonly signInPage: string | null
  /** The id of the keyring's current key; null without a keyring. */
  readonly currentKey: number | null
}

function checkArticles(facts: BuildFacts, { SITE_URL = '' }: Environment): Finding[] {
  const { closedArticles, currentKey } = facts
  const slugs = (articles: readonly BuiltArticle[]) =>
    articles
      .slice(0, 3)
      .map(({ slug }) => slug)
      .join(', ') + (articles.length > 3 ? ' …' : '')
  const findings: Finding[] = []
  const report = (
    check: string,
    affected: readonly BuiltArticle[],
    message: string,
    remedy: string,
  ) => {
    if (affected.length > 0) {
      findings.push(
        forCheck(check).problem(`${message} (${affected.length}: ${slugs(affected)})`, remedy),
      )
    }
  }
  const expected = URL.canParse(SITE_URL) ? new URL(SITE_URL).origin : null
  const missing = closedArticles.filter(({ origin }) => origin === null)
  const elsewhere = closedArticles.filter(({ origin }) => origin !== null && origin !== expected)
  const leaking = closedArticles.filter(({ hasLeak }) => hasLeak)
  const unsealed = closedArticles.filter(({ sealedWith }) => sealedWith === null)
  const sealed = closedArticles.filter(({ sealedWith }) => sealedWith !== null)
  const unopenable = sealed.filter(({ canBeOpened }) => !canBeOpened)
  const old = sealed.filter(
    ({ canBeOpened, sealedWith }) => canBeOpened && sealedWith !== currentKey,
  )
  report('pages', missing, 'missing', `${buildRemedy} If that doesn’t help, add "-- --full".`)
  report('pages', elsewhere, 'built for another SITE_URL', buildRemedy)
  report(
    'closed text',
    leaking,
    'unencrypted in pages',
    'Don’t deploy. Report the bug: .github/SECURITY.md.',
  )
  report('encrypted bodies', unsealed, 'missing', buildRemedy)
  // A missing keyring has its own finding.
  if (currentKey !== null) {
    report('encrypted bodies', unopenable, 'not decryptable with SEALING_KEYS', buildRemedy)
    report('encrypted bodies', old, 'encrypted with an old key', buildRemedy)
  }
  if (findings.length > 0) return findings
  return [
    forCheck('closed articles').ok(
      `${closedArticles.length}, each with a page and an encrypted body`,
    ),
  ]
}

/** Checks the one page that names the sign-in service. */
function checkSignInPage(page: string | null, environment: Environment): Finding {
  const check = forCheck('the sign-in page')
  if (page === null) return check.problem('not found', buildRemedy)
  if (!page.includes("connect-src 'self' https://identitytoolkit.googleapis.com")) {
    return check.problem('sends readers to a fake', `Unset FIREBASE_AUTH_URL. ${buildRemedy}`)
  }
  const names = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY']
  const absent = names.filter((name) => !page.includes(`&quot;${environment[name] ?? ''}&quot;`))
  if (absent.length === 0) return check.ok('built for this project')
  return check.problem(`was built with a different ${absent.join(' and ')}`, buildRemedy)
}

/** Null means an unfinished or missing output. */
export function checkBuild(facts: BuildFacts | null, environment: Environment): Finding[] {
  if (!facts) return [forCheck('the build').problem('not found, or unfinished', buildRemedy)]
  if (!facts.isFromThisState) {
    const message = 'was made with a different BUILD_STATE'
    return [forCheck('the build').problem(message, buildRemedy)]
  }
  const older = forCheck('the build').problem(
    'is out of sync with the code or the settings',
    buildRemedy,
  )
  const secrets = facts.serverFiles.filter((name) => name.startsWith('.dev.vars'))
  return [
    ...(facts.isFromThisCode ? [] : [older]),
    ...checkFileLimits(facts.files),
    checkHeaders(facts.headers),
    ...checkArticles(facts, environment),
    checkSignInPage(facts.signInPage, environment),
    ...secrets.map((name) =>
      forCheck(name).problem(
        'is in the build, next to the Worker',
        `Delete ${name} here and in the build.`,
      ),
    ),
  ]
}
