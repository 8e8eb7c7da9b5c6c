/** The part of Amazon's SES, SNS and IAM that `setup` calls. Verifies signatures. Emails are in scripts/dev/fakes/mail. */
import { createHash, createHmac } from 'node:crypto'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeHandler,
  type FakeRoutes,
  guardRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

type Destination = { EventDestinationName: string; EventDestination: Record<string, unknown> }
type User = { policy: string | null; readonly keys: string[] }
type Subscription = { topic: string; endpoint: string; isConfirmed: boolean }
type AmazonService = 'ses' | 'sns' | 'iam'

export const amazonKeyOfTest = 'AKIAOFTEST000000:secretAccessKeyOfTest:eu-west-1'
const [keyId = '', keySecret = ''] = amazonKeyOfTest.split(':')
const account = '123456789012'

export const createAmazonState = () => ({
  identities: new Map<string, { from: string }>(),
  topics: new Map<string, Map<string, string>>(),
  subscriptions: [] as Subscription[],
  sets: new Map<string, Destination[]>(),
  users: new Map<string, User>(),
  /** The services that the key may not use. */
  refused: new Set<AmazonService>(),
  secret: keySecret,
  review: '' as '' | 'PENDING' | 'GRANTED' | 'DENIED',
  /** How a request to leave the sandbox ends. */
  reviewEnds: 'GRANTED' as 'PENDING' | 'GRANTED' | 'DENIED',
  /** Whether DNS has a domain's records. */
  hasRecords: (() => true) as (domain: string) => boolean,
  /** Whether the site confirms a subscription. */
  confirms: true,
})
type AmazonState = ReturnType<typeof createAmazonState>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Source: "Create a signed AWS API request". */
function isSigned(call: FakeCall, service: AmazonService, secret: string): boolean {
  const { authorization = '', 'x-amz-date': time = '' } = call.headers
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      String(authorization),
    ) ?? []
  const [date = '', region = '', named] = scope.split('/')
  const wanted = service === 'iam' ? 'us-east-1' : 'eu-west-1'
  if (id !== keyId || named !== service || region !== wanted) return false
  const request = [
    call.method,
    call.path,
    [...call.query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${call.headers[name]}`),
    '',
    names,
    sha256(call.body),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date))
  return hmac(key, text).toString('hex') === signature
}

const failSes = (status: number, message: string): FakeAnswer => ({ status, body: { message } })
const failXml = (status: number, code: string): FakeAnswer => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${code} in words.</Message></Error></ErrorResponse>`,
})
const succeedXml = (xml = ''): FakeAnswer => ({ body: `<Response>${xml}</Response>` })

export function startFakeAmazon(state: AmazonState, log: WriteLog): Promise<string> {
  let created = 0
  const tokens = (domain: string) =>
    ['one', 'two', 'three'].map((token) => `${token}-${domain.length}`)
  const withUser = (name: string | null, answer: (user: User) => FakeAnswer) => {
    const user = state.users.get(name ?? '')
    return user ? answer(user) : failXml(404, 'NoSuchEntity')
  }
  type Action = (values: URLSearchParams) => FakeAnswer
  const sns: Readonly<Record<string, Action>> = {
    GetTopicAttributes(values) {
      const topic = state.topics.get(values.get('TopicArn') ?? '')
      if (!topic) return failXml(404, 'NotFound')
      const entries = [...topic].map(
        ([key, value]) => `<entry><key>${key}</key><value>${encode(value)}</value></entry>`,
      )
      return succeedXml(entries.join(''))
    },
    CreateTopic(values) {
      const arn = `arn:aws:sns:eu-west-1:${account}:${values.get('Name')}`
      const attributes = [1, 2].map(
        (place) =>
          [
            values.get(`Attributes.entry.${place}.key`) ?? '',
            values.get(`Attributes.entry.${place}.value`) ?? '',
          ] as const,
      )
      state.topics.set(arn, new Map(attributes))
      return succeedXml(`<TopicArn>${arn}</TopicArn>`)
    },
    SetTopicAttributes(values) {
      const topic = state.topics.get(values.get('TopicArn') ?? '')
      topic?.set(values.get('AttributeName') ?? '', values.get('AttributeValue') ?? '')
      return topic ? succeedXml() : failXml(404, 'NotFound')
    },
    ListSubscriptionsByTopic(values) {
      const list = state.subscriptions.filter(({ topic }) => topic === values.get('TopicArn'))
      const members = list.map(
        ({ topic, endpoint, isConfirmed }) =>
          `<member><SubscriptionArn>${isConfirmed ? `${topic}:1` : 'PendingConfirmation'}</SubscriptionArn><Endpoint>${endpoint}</Endpoint></member>`,
      )
      return succeedXml(members.join(''))
    },
    Subscribe(values) {
      const [topic, endpoint] = [values.get('TopicArn') ?? '', values.get('Endpoint') ?? '']
      const found = state.subscriptions.find((one) => one.endpoint === endpoint)
      if (found) found.isConfirmed ||= state.confirms
      else state.subscriptions.push({ topic, endpoint, isConfirmed: state.confirms })
      return succeedXml('<SubscriptionArn>pending confirmation</SubscriptionArn>')
    },
  }
  const iam: Readonly<Record<string, Action>> = {
    GetUser(values) {
      const name = values.get('UserName') ?? 'setup'
      if (name !== 'setup' && !state.users.has(name)) return failXml(404, 'NoSuchEntity')
      return succeedXml(`<User><Arn>arn:aws:iam::${account}:user/${name}</Arn></User>`)
    },
    CreateUser(values) {
      state.users.set(values.get('UserName') ?? '', { policy: null, keys: [] })
      return succeedXml()
    },
    GetUserPolicy: (values) =>
      withUser(values.get('UserName'), ({ policy }) =>
        policy === null
          ? failXml(404, 'NoSuchEntity')
          : succeedXml(`<PolicyDocument>${encode(policy)}</PolicyDocument>`),
      ),
    PutUserPolicy: (values) =>
      withUser(values.get('UserName'), (user) => {
        user.policy = values.get('PolicyDocument')
        return succeedXml()
      }),
    ListAccessKeys: (values) =>
      withUser(values.get('UserName'), ({ keys }) =>
        succeedXml(keys.map((id) => `<AccessKeyId>${id}</AccessKeyId>`).join('')),
      ),
    CreateAccessKey: (values) =>
      withUser(values.get('UserName'), ({ keys }) => {
        if (keys.length === 2) return failXml(409, 'LimitExceeded')
        const id = `AKIACREATED00000${++created}`
        keys.push(id)
        return succeedXml(
          `<AccessKeyId>${id}</AccessKeyId><SecretAccessKey>createdSecretOfTest${created}000</SecretAccessKey>`,
        )
      }),
    DeleteAccessKey: (values) =>
      withUser(values.get('UserName'), ({ keys }) => {
        keys.splice(keys.indexOf(values.get('AccessKeyId') ?? ''), 1)
        return succeedXml()
      }),
  }
  const act: FakeHandler = (call) => {
    const values = call.method === 'GET' ? call.query : new URLSearchParams(call.body)
    const name = values.get('Version') === '2010-03-31' ? 'sns' : 'iam'
    if (!isSigned(call, name, state.secret)) return failXml(403, 'SignatureDoesNotMatch')
    if (state.refused.has(name)) return failXml(403, 'AccessDenied')
    const action = { sns, iam }[name][values.get('Action') ?? '']
    return action ? action(values) : failXml(400, 'InvalidAction')
  }
  const ses: FakeRoutes = {
    'GET /v2/email/account': () => ({
      body: {
        ProductionAccessEnabled: state.review === 'GRANTED',
        SendingEnabled: true,
        Details: state.review ? { ReviewDetails: { Status: state.review } } : null,
      },
    }),
    'POST /v2/email/account/details': () => {
      if (state.review) return failSes(409, 'A review is in progress.')
      state.review = state.reviewEnds
      return {}
    },
    'GET /v2/email/identities/:domain': ({ params: [domain = ''] }) => {
      const found = state.identities.get(domain)
      if (!found) return failSes(404, `${domain} does not exist.`)
      const isSeen = state.hasRecords(domain)
      return {
        body: {
          VerifiedForSendingStatus: isSeen,
          DkimAttributes: { Tokens: tokens(domain), SigningAttributesOrigin: 'AWS_SES' },
          MailFromAttributes: {
            MailFromDomain: found.from,
            MailFromDomainStatus: isSeen && found.from ? 'SUCCESS' : 'PENDING',
          },
        },
      }
    },
    'POST /v2/email/identities': ({ json }) => {
      const domain = String(json().EmailIdentity)
      if (state.identities.has(domain)) return failSes(400, `${domain} already exists.`)
      state.identities.set(domain, { from: '' })
      return {}
    },
    'PUT /v2/email/identities/:domain/mail-from': ({ params: [domain = ''], json }) => {
      state.identities.set(domain, { from: String(json().MailFromDomain) })
      return {}
    },
    'POST /v2/email/configuration-sets': ({ json }) => {
      const name = String(json().ConfigurationSetName)
      if (state.sets.has(name)) return failSes(400, `${name} already exists.`)
      state.sets.set(name, [])
      return {}
    },
    'GET /v2/email/configuration-sets/:name/event-destinations': ({ params: [name = ''] }) => {
      const found = state.sets.get(name)
      if (!found) return failSes(404, `${name} does not exist.`)
      const list = found.map((one) => ({
        Name: one.EventDestinationName,
        ...one.EventDestination,
      }))
      return { body: { EventDestinations: list } }
    },
    'POST /v2/email/configuration-sets/:name/event-destinations': ({
      params: [name = ''],
      json,
    }) => {
      state.sets.get(name)?.push(json() as Destination)
      return {}
    },
    'PUT /v2/email/configuration-sets/:name/event-destinations/:destination': ({
      params: [name = '', destination],
      json,
    }) => {
      const found = state.sets.get(name)?.find((one) => one.EventDestinationName === destination)
      if (!found) return failSes(404, `${destination} does not exist.`)
      Object.assign(found, json())
      return {}
    },
  }
  const refuse = (call: FakeCall) => {
    if (!isSigned(call, 'ses', state.secret))
      return failSes(403, 'The security token included in the request is invalid.')
    return state.refused.has('ses') ? failSes(403, 'User is not authorized.') : null
  }
  const routes = { ...guardRoutes(ses, refuse), 'GET /': act, 'POST /': act }
  return startFakeService('amazon', routes, log)
}
