/** Finds Firefox and WebKit for the journeys: the system's or, on Debian, packages that root installs. */
import { startFirefox } from '../webdriver/firefox.ts'
import type { WebDriverSession } from '../webdriver/webdriver-session.ts'
import { startWebKit } from '../webdriver/webkit.ts'
import { findInstalled, installPackages } from './find-chromium.ts'

export const otherBrowserNames = ['firefox', 'webkit'] as const
export type OtherBrowserName = (typeof otherBrowserNames)[number]

type OtherBrowser = {
  readonly title: string
  /** The program's names, Debian's first. */
  readonly programs: readonly string[]
  readonly dependencies: readonly string[]
  readonly packages: readonly string[]
  readonly start: (program: string) => Promise<WebDriverSession>
}

const browsers: Readonly<Record<OtherBrowserName, OtherBrowser>> = {
  firefox: {
    title: 'Firefox',
    programs: ['firefox-esr', 'firefox'],
    dependencies: [],
    packages: ['firefox-esr'],
    start: startFirefox,
  },
  webkit: {
    title: 'WebKit',
    programs: ['WebKitWebDriver'],
    dependencies: ['Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    start: startWebKit,
  },
}

function findProgram({ programs, dependencies }: OtherBrowser): string | null {
  if (dependencies.some((need) => !findInstalled([need]))) return null
  return findInstalled(programs)
}

export async function installOtherBrowsers(): Promise<void> {
  // Browsers are installed one by one, because a system may offer the packages of only one.
  for (const browser of Object.values(browsers)) {
    if (!findProgram(browser)) await installPackages(browser.packages)
  }
}

/** Returns null if the browser can be started, otherwise the reason and the remedy. */
export function describeMissingBrowser(name: OtherBrowserName): string | null {
  const { title, packages } = browsers[name]
  if (findProgram(browsers[name])) return null
  return `${title} isn’t installed, so its journeys can’t run. On Debian: apt-get install ${packages.join(' ')}`
}

export function startOtherBrowser(name: OtherBrowserName): Promise<WebDriverSession> {
  const program = findProgram(browsers[name])
  if (!program) throw new Error(describeMissingBrowser(name)!)
  return browsers[name].start(program)
}
