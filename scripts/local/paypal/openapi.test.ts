import { expect, it } from 'vitest'
import { createJudge, findDescriptions } from './openapi.ts'

const descriptions = findDescriptions()
if (!descriptions) {
  console.log('PayPal’s OpenAPI files are not found: what is sent to it is not compared with them.')
}

it.skipIf(!descriptions)('finds fault with what PayPal does not describe', () => {
  const judge = createJudge(descriptions!)
  const ask = (request: unknown, status: number, answer: unknown) =>
    judge({ method: 'POST', path: '/v1/billing/subscriptions', request, status, answer })
  const good = { id: 'I-ABC', status: 'ACTIVE' }
  expect(ask({ plan_id: 'P-ONE' }, 201, good)).toEqual([])
  expect(ask({}, 201, good)).toEqual([expect.stringContaining('sent:')])
  expect(ask({ plan_id: 'P-ONE' }, 201, { ...good, status: 'RUNNING' })).toEqual([
    expect.stringContaining('answered: /status'),
  ])
  expect(ask({ plan_id: 'P-ONE' }, 299, good)).toEqual([expect.stringContaining('299')])
  expect(
    judge({ method: 'GET', path: '/elsewhere', request: undefined, status: 200, answer: {} }),
  ).toBeNull()
})
