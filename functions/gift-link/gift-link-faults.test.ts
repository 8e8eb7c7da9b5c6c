/** Tests giving stories: the limits, and interruptions of the Worker. */
import { describe, expect, it } from 'vitest'
import { givenArticlesPerMonth } from '../../src/publication/offer.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import { otherSlug, readGiven, slug, useGiver } from './testing/gift-link-scenario.ts'

const giver = useGiver()
const { give, list, giveForCode, follow, read, deleteLink, expectAgreement } = giver

describe('giving a story', () => {
  it('isn’t needed to see how many stories are left to give', async () => {
    expect(await list()).toEqual({ left: givenArticlesPerMonth, given: [] })
    expect(await list()).toEqual({ left: givenArticlesPerMonth, given: [] })
  })

  it('returns the same link again, with the list of given stories', async () => {
    const first = await readGiven(await give())
    expect(first).toMatchObject({
      left: givenArticlesPerMonth - 1,
      given: [{ slug, title: `On ${slug}`, state: 'working', isOfThisMonth: true }],
    })
    expect(await readGiven(await give())).toEqual(first)
    expect(await list()).toEqual(first)
  })

  it('is possible during the grace period, but not afterwards, and the list of given stories remains', async () => {
    const path = `subscriptions/${giver.harness.uid}`
    const failedAt = giver.harness.now
    const subscription = {
      state: 'paymentFailed',
      plan: 'annual_99',
      provider: 'I-1',
      paidThrough: failedAt,
      failedAt,
    }
    await giver.harness.store({ [path]: { subscription } })
    const code = await giveForCode()
    await giver.harness.advanceDays(8)
    const refused = await give(otherSlug)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: 'not_entitled' } },
    ])
    expect((await list()).given).toMatchObject([{ code, state: 'working' }])
    expect((await deleteLink(code)).status).toBe(200)
  })

  it.each([
    ['everyones', 409, 'not_possible'],
    ['gone', 410, 'withdrawn'],
    ['not-yet', 404, 'not_found'],
    ['unknown', 404, 'not_found'],
  ])('is refused for the story “%s”', async (name, status, code) => {
    const refused = await give(name)
    expect([refused.status, await refused.json()]).toMatchObject([status, { error: { code } }])
    expect((await list()).left).toBe(givenArticlesPerMonth)
  })

  it('is possible for a limited number of stories a month, even in two tabs at the same time', async () => {
    for (let index = 0; index < givenArticlesPerMonth - 1; index++) await give(`story-${index}`)
    const last = await Promise.all([
      give('story-20'),
      give('story-21'),
      give('story-20'),
      give('story-22'),
    ])
    const accepted = last.filter(({ status }) => status === 200)
    const { left, given } = await list()
    expect(left).toBe(0)
    expect(given).toHaveLength(givenArticlesPerMonth)
    expect(accepted.length).toBeGreaterThan(0)
    for (const refused of last.filter(({ status }) => status !== 200)) {
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ error: { code: 'not_possible' } })
    }
    expect((await giver.harness.queryAll({ collection: 'giftLinks' })).length).toBe(
      givenArticlesPerMonth,
    )
    // A story given this month can be given again; any other has to wait until next month.
    expect((await give('story-0')).status).toBe(200)
    await giver.harness.advanceDays(31)
    await giver.harness.logIn()
    expect((await list()).left).toBe(givenArticlesPerMonth)
    expect((await give('story-22')).status).toBe(200)
  })

  it('creates one link in two tabs at the same time', async () => {
    await Promise.all([give(), give(), give()])
    expect((await list()).given).toHaveLength(1)
    expect(await giver.harness.queryAll({ collection: 'giftLinks' })).toHaveLength(1)
  })
})

describe('a Worker that is interrupted', () => {
  it.each(['giving', 'revoking'])(
    'while %s leaves the list and the link consistent',
    async (kind) => {
      const prepare = async () => {
        await giver.restart()
        const code = kind === 'revoking' ? await giveForCode() : ''
        const run = () => (kind === 'revoking' ? deleteLink(code) : give())
        return { harness: giver.harness, run }
      }
      await interruptEachCall(prepare, async (run) => {
        await expectAgreement()
        expect((await run()).status).toBe(200)
        await expectAgreement()
        const state = kind === 'revoking' ? 'revoked' : 'working'
        expect(await list()).toMatchObject({
          left: givenArticlesPerMonth - 1,
          given: [{ slug, state }],
        })
        expect(await giver.harness.queryAll({ collection: 'giftLinks' })).toHaveLength(1)
      })
    },
  )

  it('opens a link at the next attempt', async () => {
    const code = await giveForCode()
    const { harness } = giver
    let browser = harness.openBrowser()
    const prepare = async () => {
      browser = harness.openBrowser()
      return { harness, run: () => follow(browser, code) }
    }
    await interruptEachCall(prepare, async (run) => {
      await run()
      expect(await read(browser)).toBe(200)
    })
  })
})
