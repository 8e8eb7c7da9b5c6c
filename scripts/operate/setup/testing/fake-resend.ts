/** The part of Resend's API that `setup` calls. Emails are in scripts/dev/fakes/mail. */
import {
  type FakeAnswer,
  type FakeCall,
  type FakeHandler,
  type FakeRoutes,
  guardRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

type Domain = { id: string; name: string; region: string; status: string }
type Key = { id: string; name: string; permission: string; domain: string }
type Webhook = { id: string; endpoint: string; events: string[]; status: string }

export const createResendState = () => ({
  domains: [] as Domain[],
  keys: [] as Key[],
  webhooks: [] as Webhook[],
  key: 'resend-key-of-test',
  /** Whether DNS has a domain's records. */
  hasRecords: (() => true) as (domain: string) => boolean,
  /** The addresses to which emails were sent; null if it doesn't say. */
  sent: (() => []) as () => readonly string[] | null,
  /** The last event of each email. */
  event: 'delivered',
  /** The name of the error with which domains are refused. */
  refusal: null as string | null,
})
type ResendState = ReturnType<typeof createResendState>

const fail = (statusCode: number, name: string): FakeAnswer => ({
  status: statusCode,
  body: { statusCode, name, message: `${name} in words.` },
})

/** Like Resend, names records relative to the domain that was registered. */
function listRecords(name: string) {
  const [label = '', ...rest] = name.split('.')
  const end = rest.length > 1 ? `.${label}` : ''
  return [
    {
      ...{ record: 'SPF', type: 'MX', name: `send${end}`, priority: 10 },
      value: 'feedback-smtp.eu-west-1.amazonses.com',
    },
    { record: 'SPF', type: 'TXT', name: `send${end}`, value: 'v=spf1 include:amazonses.com ~all' },
    { record: 'DKIM', type: 'TXT', name: `resend._domainkey${end}`, value: `p=KEY-OF-${name}` },
    { record: 'Receiving', type: 'MX', name: label, value: 'inbound.resend.com', priority: 10 },
  ]
}

/** Returns one item per page, so that every list has several pages. */
const toList =
  (list: () => readonly { readonly id: string }[]): FakeHandler =>
  ({ query }) => {
    const items = list()
    const start = items.findIndex(({ id }) => id === query.get('after')) + 1
    const data = items.slice(start, start + 1)
    return { body: { object: 'list', data, has_more: start + 1 < items.length } }
  }

export function startFakeResend(state: ResendState, log: WriteLog): Promise<string> {
  let created = 0
  const createId = (kind: string) => `${kind}-${++created}`
  const find = <Item extends { readonly id: string }>(
    items: readonly Item[],
    id: string | undefined,
    answer: (item: Item) => FakeAnswer,
  ) => {
    const found = items.find((item) => item.id === id)
    return found ? answer(found) : fail(404, 'not_found')
  }
  const routes: FakeRoutes = {
    'GET /domains': toList(() => state.domains),
    'GET /domains/:id': ({ params: [id] }) =>
      find(state.domains, id, (domain) => ({
        body: { ...domain, records: listRecords(domain.name) },
      })),
    'POST /domains': ({ json }) => {
      const { name, region } = json()
      if (state.refusal) return fail(403, state.refusal)
      if (state.domains.some((domain) => domain.name === name)) return fail(403, 'validation_error')
      const domain = {
        id: createId('domain'),
        name: String(name),
        region: String(region),
        status: 'not_started',
      }
      state.domains.push(domain)
      return { status: 201, body: domain }
    },
    'POST /domains/:id/verify': ({ params: [id] }) =>
      find(state.domains, id, (domain) => {
        domain.status = state.hasRecords(domain.name) ? 'verified' : 'failed'
        return { body: { object: 'domain', id: domain.id } }
      }),
    'GET /api-keys': toList(() => state.keys.map(({ id, name }) => ({ id, name }))),
    'POST /api-keys': ({ json }) => {
      const { name, permission, domain_id } = json()
      const id = createId('key')
      state.keys.push({
        id,
        name: String(name),
        permission: String(permission),
        domain: state.domains.find((domain) => domain.id === domain_id)!.name,
      })
      return { status: 201, body: { id, token: `token-of-${id}` } }
    },
    'DELETE /api-keys/:id': ({ params: [id] }) =>
      find(state.keys, id, (key) => {
        state.keys.splice(state.keys.indexOf(key), 1)
        return {}
      }),
    'GET /emails': () => {
      const sent = state.sent()
      if (!sent) return fail(404, 'not_found')
      const created_at = new Date().toISOString()
      const last_event = state.event
      return {
        body: { data: sent.map((address) => ({ to: [address], created_at, last_event })) },
      }
    },
    'GET /webhooks': toList(() => state.webhooks),
    'GET /webhooks/:id': ({ params: [id] }) =>
      find(state.webhooks, id, (webhook) => ({
        body: { ...webhook, signing_secret: 'whsec_of-test-of-resend' },
      })),
    'POST /webhooks': ({ json }) => {
      const { endpoint, events } = json() as Pick<Webhook, 'endpoint' | 'events'>
      const webhook = { id: createId('webhook'), endpoint, events, status: 'enabled' }
      state.webhooks.push(webhook)
      return { status: 201, body: { object: 'webhook', id: webhook.id } }
    },
    'PATCH /webhooks/:id': ({ params: [id], json }) =>
      find(state.webhooks, id, (webhook) => {
        Object.assign(webhook, json())
        return { body: { object: 'webhook', id: webhook.id } }
      }),
  }
  const refuse = ({ headers }: FakeCall) =>
    headers.authorization === `Bearer ${state.key}` ? null : fail(401, 'restricted_api_key')
  return startFakeService('resend', guardRoutes(routes, refuse), log)
}
