/** Asks for the values that can't be derived from src/publication/. Each answer is stored straight away. */
import { site } from '../../../src/publication/identity.ts'
import { forCheck, type Question } from './run/finding.ts'
import { getDomain, type SetupContext, type Step } from './run/step.ts'

/** Firestore's locations: the two multi-regions, and a region on each continent. Others are accepted. */
const locations =
  'eur3 (Europe), nam5 (North America), asia-south1 (Mumbai), asia-southeast1 (South-East Asia)'

const emailProviders = ['resend', 'postmark', 'ses', 'cloudflare', 'none'] as const

const projectPattern = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/

const match = (pattern: RegExp, mistake: string) => (answer: string) =>
  pattern.test(answer) ? null : mistake

const listQuestions = ({ settings }: SetupContext): Question[] => [
  {
    name: 'SITE_URL',
    text: 'The site’s domain, for example news.example.com',
    isSecret: false,
    convert: (domain) => `https://${domain}`,
    findMistake: match(
      /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/,
      'Type a domain in lower case, without https:// and without a path.',
    ),
  },
  {
    name: 'EMAIL_SERVICE',
    text: `The service that sends emails: ${emailProviders.join(', ')}`,
    isSecret: false,
    suggestion: () => 'resend',
    findMistake: (answer) =>
      emailProviders.some((name) => name === answer)
        ? null
        : `Choose one of: ${emailProviders.join(', ')}`,
  },
  {
    name: 'DATABASE_LOCATION',
    text: `The database’s location, which can’t be changed later: ${locations}, or another Firestore location`,
    isSecret: false,
    findMistake: match(/^[a-z]+[a-z0-9-]*\d+$/, 'Type a location such as eur3.'),
  },
  {
    name: 'OPERATOR_EMAIL',
    text: 'The first operator’s email address, for logging in',
    isSecret: false,
    findMistake: match(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Type an email address.'),
  },
  {
    name: 'FIREBASE_PROJECT_ID',
    text: 'The ID of the Firebase project, existing or new (6 to 30 letters, digits and hyphens)',
    isSecret: false,
    suggestion: () => suggestProject(getDomain(settings)),
    findMistake: match(
      projectPattern,
      'Type 6 to 30 lower-case letters, digits and hyphens, with a letter first and no hyphen last.',
    ),
  },
]

function suggestProject(domain: string | null) {
  const name = domain?.replaceAll('.', '-').slice(0, 30).replace(/-$/, '')
  return name && projectPattern.test(name) ? name : undefined
}

export const answersStep: Step = {
  name: 'answers',
  title: 'settings that only you know',
  isPreflight: true,
  async inspect(context) {
    const { settings } = context
    const check = forCheck(site.name)
    const open = listQuestions(context).filter(({ name }) => settings.get(name) === undefined)
    if (open.length > 0) return [check.person('answer these questions', null, open)]
    return [check.ok(`${settings.require('SITE_URL')}, ${settings.require('FIREBASE_PROJECT_ID')}`)]
  },
}
