/** Firefox and WebKit, for the journeys in other browsers: the system's, or on Debian as root its packages. */
import { startFirefox } from '../webdriver/firefox.ts'
import type { Session } from '../webdriver/session.ts'
import { startWebKit } from '../webdriver/webkit.ts'
import { installed, installPackages } from './browser.ts'

export const otherBrowserNames = ['firefox', 'webkit'] as const
export type OtherBrowserName = (typeof otherBrowserNames)[number]

type OtherBrowser = {
  readonly title: string
  /** The names that the program has; the first is that of Debian. */
  readonly programs: readonly string[]
  /** What it doesn't run without. */
  readonly needs: readonly string[]
  readonly packages: readonly string[]
  readonly start: (program: string) => Promise<Session>
}

const browsers: Readonly<Record<OtherBrowserName, OtherBrowser>> = {
  firefox: {
    title: 'Firefox',
    programs: ['firefox-esr', 'firefox'],
    needs: [],
    packages: ['firefox-esr'],
    start: startFirefox,
  },
  webkit: {
    title: 'WebKit',
    programs: ['WebKitWebDriver'],
    needs: ['Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    start: startWebKit,
  },
}

function programOf({ programs, needs }: OtherBrowser): string | null {
  if (needs.some((need) => !installed([need]))) return null
  return installed(programs)
}

/** Installs what is missing, where that is possible. */
export function installOtherBrowsers(): void {
  // One by one: a system may have the packages of one alone.
  for (const browser of Object.values(browsers)) {
    if (!programOf(browser)) installPackages(browser.packages)
  }
}

/** Null if it can be started; else why not, and what to do. */
export function missingBrowser(name: OtherBrowserName): string | null {
  const { title, packages } = browsers[name]
  if (programOf(browsers[name])) return null
  return `${title} isn’t installed, so nothing runs in it. On Debian: apt-get install ${packages.join(' ')}`
}

/** Starts one with an empty profile. */
export function startOtherBrowser(name: OtherBrowserName): Promise<Session> {
  const program = programOf(browsers[name])
  if (!program) throw new Error(missingBrowser(name)!)
  return browsers[name].start(program)
}
