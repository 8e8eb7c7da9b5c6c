/**
 * Buying, as the routes do it, stopped at every single call in turn and resumed: the page asks again, as
 * it does when no answer came. What comes afterwards is in faults.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { type Flow, live, stopEverywhere } from '../edge-client-faults.ts'
import { payer, type World } from '../edge-client-world.ts'

const checkout = '/api/checkout'
/** A page keeps one for each choice. */
const requestId = '5e0b8d0e-6d0c-4d4e-9a51-1d6b2a3a7c11'

async function order(world: World, kind: 'monthly' | 'student' = 'monthly') {
  const response = await world.post(checkout, { kind, source: 'header', requestId })
  const ordered = (await response.json()) as { id: string }
  expect(ordered).toMatchObject({ id: expect.stringMatching(/^I-/) })
  world.provider = ordered.id
}

const agree = (world: World) => world.ledger.approve(world.provider, payer)

async function comeBack(world: World) {
  const response = await world.post(`${checkout}/${world.provider}/approval`, {})
  expect(await response.json()).toMatchObject({ state: 'running' })
}

async function giveName(world: World) {
  const person = { first_name: 'Nimal', last_name: 'Perera', email: payer.email, requestId }
  const response = await world.post(`${checkout}/${world.provider}/account`, person)
  expect(await response.json()).toMatchObject({ signedIn: true, entitled: true })
}

const claim = (world: World) => world.post(`${checkout}/${world.provider}/claim`, {})

async function claimIt(world: World) {
  expect(await (await claim(world)).json()).toMatchObject({ status: 'isSubscribed' })
}

async function payAsGuest(world: World) {
  await order(world)
  agree(world)
}

async function payAndSettle(world: World) {
  await payAsGuest(world)
  await world.settle()
}

const flows: Readonly<Record<string, Flow>> = {
  'a guest who chooses': { before: async () => {}, run: order, isAsked: true },
  'a guest who comes back from PayPal': {
    before: payAsGuest,
    run: comeBack,
    isAsked: true,
    waiting: 1,
  },
  'a guest who gives their name at once': {
    before: async (world) => {
      await payAsGuest(world)
      await comeBack(world)
    },
    run: giveName,
    isAsked: true,
  },
  'a guest who gives their name after the letter': {
    before: payAndSettle,
    run: giveName,
    isAsked: true,
  },
  'a reader who chooses, agrees and comes back': {
    before: async (world) => {
      await world.logIn()
      await order(world)
    },
    run: async (world) => {
      agree(world)
      await comeBack(world)
    },
    isAsked: true,
  },
  'a reader who begins again': {
    before: async (world) => {
      await world.subscribe()
      await world.logIn()
      await world.ask({ kind: 'cancel' })
      await world.settle()
      await world.wait(40)
    },
    run: order,
    isAsked: true,
  },
  'a student who chooses': {
    before: async (world) => {
      world.cookies.set(
        '__Host-student',
        await world.tokens.issueMark('student', 'hash', world.now),
      )
    },
    run: (world) => order(world, 'student'),
    isAsked: true,
  },
  'a guest who has an account, and claims what they paid for': {
    before: async (world) => {
      await payAndSettle(world)
      await world.logIn()
    },
    run: claimIt,
    isAsked: true,
  },
  'a claim of what PayPal has not told of yet': {
    before: async (world) => {
      await payAsGuest(world)
      await world.logIn()
    },
    run: claimIt,
    isAsked: true,
  },
  'a claim by somebody who is subscribed': {
    before: async (world) => {
      await world.subscribe()
      await payAndSettle(world)
      await world.logIn()
    },
    run: claim,
    isAsked: true,
  },
  'a claim by somebody who has left before': {
    before: async (world) => {
      await world.subscribe()
      await world.ask({ kind: 'cancel' })
      await world.settle()
      await world.wait(40)
      await payAndSettle(world)
      await world.logIn()
    },
    run: claimIt,
    isAsked: true,
  },
}

describe.each(Object.entries(flows))('%s', (_name, flow) => {
  it('comes to the same wherever it is stopped', () => stopEverywhere(flow), 240_000)
})

const comesTo = async (name: keyof typeof flows) => (await live(flows[name]!, null)).outcome

describe('undisturbed', () => {
  it('gives a guest an account, logs them in and writes to them', async () => {
    expect(await comesTo('a guest who gives their name at once')).toMatchObject({
      state: 'active',
      there: 'ACTIVE',
      letters: [expect.stringContaining('has begun')],
      accounts: 2,
      signInLetters: 1,
      isLoggedIn: true,
    })
  })

  it('gives what is claimed to who claims it, once', async () => {
    expect(
      await comesTo('a guest who has an account, and claims what they paid for'),
    ).toMatchObject({ isReaders: true, state: 'active', refunded: 0, accounts: 1 })
    expect(await comesTo('a claim by somebody who is subscribed')).toMatchObject({
      isReaders: true,
      state: 'active',
      there: 'CANCELLED',
      refunded: 1,
    })
  })
})
