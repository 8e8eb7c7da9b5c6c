import { expect, it } from 'vitest'
import { createExchangeValidator, loadOpenApiDocuments } from './openapi-validator.ts'

const documents = loadOpenApiDocuments()

it.skipIf(!documents)('the validator reports whatever PayPal’s description doesn’t allow', () => {
  const validateExchange = createExchangeValidator(documents!)
  const validate = (request: unknown, status: number, response: unknown) =>
    validateExchange({
      method: 'POST',
      path: '/v1/billing/subscriptions',
      request,
      status,
      response,
    })
  const validBody = { id: 'I-ABC', status: 'ACTIVE' }
  expect(validate({ plan_id: 'P-ONE' }, 201, validBody)).toEqual([])
  expect(validate({}, 201, validBody)).toEqual([expect.stringContaining('request:')])
  expect(validate({ plan_id: 'P-ONE' }, 201, { ...validBody, status: 'RUNNING' })).toEqual([
    expect.stringContaining('response: /status'),
  ])
  expect(validate({ plan_id: 'P-ONE' }, 299, validBody)).toEqual([expect.stringContaining('299')])
  expect(
    validateExchange({
      method: 'GET',
      path: '/elsewhere',
      request: undefined,
      status: 200,
      response: {},
    }),
  ).toBeNull()
})
