import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { parseVariables } from './env.ts'

const keyring = `1:${randomBytes(32).toString('base64url')}`
const minimalVariables = {
  FIREBASE_PROJECT_ID: 'live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
    client_email: 'edge@example.com',
    private_key: 'PRIVATE KEY',
  }),
  SEALING_KEYS: keyring,
  SESSION_KEYS: keyring,
  DESK_KEYS: keyring,
}
const mail = {
  MAIL_URL: 'https://mail.example.com/emails',
  MAIL_KEY: 'k',
  MAIL_FROM: 'The Verandah <letters@example.com>',
  SITE_URL: 'https://verandah.example/',
}

it('the environment needs neither an email service nor PayPal, even if it has the site’s address', () => {
  const omitVariable = { mail: null, payPal: null }
  expect(parseVariables(minimalVariables)).toMatchObject(omitVariable)
  expect(parseVariables({ ...minimalVariables, SITE_URL: mail.SITE_URL })).toMatchObject(
    omitVariable,
  )
})

it('the settings of an email service are read, with the site’s address as an origin', () => {
  expect(parseVariables({ ...minimalVariables, ...mail })).toMatchObject({
    mail: { ...mail, MAIL_PROVIDER: 'resend', SITE_URL: 'https://verandah.example' },
  })
})

it('email services have default addresses, and Cloudflare needs no key', () => {
  const { MAIL_URL: _, MAIL_KEY, ...sender } = mail
  const parse = (changes: object) => parseVariables({ ...minimalVariables, ...sender, ...changes })
  for (const MAIL_PROVIDER of ['resend', 'ses', 'postmark']) {
    expect(parse({ MAIL_PROVIDER, MAIL_KEY }).mail).toMatchObject({ MAIL_PROVIDER })
    expect(() => parse({ MAIL_PROVIDER })).toThrow('MAIL_KEY')
  }
  expect(parse({ MAIL_PROVIDER: 'cloudflare' }).mail).toMatchObject({ MAIL_FROM: mail.MAIL_FROM })
  expect(() => parse({ MAIL_PROVIDER: 'sendmail', MAIL_KEY })).toThrow('MAIL_PROVIDER')
})

it('the address of one email service isn’t used for another', () => {
  const parse = () => parseVariables({ ...minimalVariables, ...mail, MAIL_PROVIDER: 'postmark' })
  expect(parse).toThrow('MAIL_URL')
})

it('Cloudflare can’t be used to send The Weekly, because its terms don’t allow it', () => {
  const weekly = { WEEKLY_MAIL_KEY: 'k', WEEKLY_MAIL_FROM: mail.MAIL_FROM, SITE_URL: mail.SITE_URL }
  const parse = (provider: string) =>
    parseVariables({ ...minimalVariables, ...weekly, WEEKLY_MAIL_PROVIDER: provider })
  expect(parse('postmark').weeklyMail).toMatchObject({ WEEKLY_MAIL_PROVIDER: 'postmark' })
  expect(() => parse('cloudflare')).toThrow('WEEKLY_MAIL_PROVIDER')
})

it.each(['MAIL_KEY', 'MAIL_FROM', 'SITE_URL'])(
  'the error says that %s is missing, and quotes no value',
  (name) => {
    const { [name as keyof typeof mail]: _, ...partialPayPal } = mail
    const parse = () => parseVariables({ ...minimalVariables, ...partialPayPal })
    expect(parse).toThrow(name)
    expect(parse).not.toThrow(keyring)
  },
)
