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

it('needs neither a mail service nor PayPal, nor minds the site’s address', () => {
  const omitVariable = { mail: null, payPal: null }
  expect(parseVariables(minimalVariables)).toMatchObject(omitVariable)
  expect(parseVariables({ ...minimalVariables, SITE_URL: mail.SITE_URL })).toMatchObject(
    omitVariable,
  )
})

it('takes a mail service whole, and the site’s address as an origin', () => {
  expect(parseVariables({ ...minimalVariables, ...mail })).toMatchObject({
    mail: { ...mail, SITE_URL: 'https://verandah.example' },
  })
})

it.each(['MAIL_URL', 'MAIL_KEY', 'MAIL_FROM', 'SITE_URL'])(
  'says that %s is missing, and quotes no value',
  (name) => {
    const { [name as keyof typeof mail]: _, ...partialPayPal } = mail
    const parse = () => parseVariables({ ...minimalVariables, ...partialPayPal })
    expect(parse).toThrow(name)
    expect(parse).not.toThrow(keyring)
  },
)
