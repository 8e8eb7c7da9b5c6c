/** Tests every endpoint for staff with every role, and with sign-ins that are too old. */
import { expect, it } from 'vitest'
import type { Endpoint } from '../../src/contracts/endpoints/endpoint.ts'
import { hour, minute, second } from '../../src/domain/duration.ts'
import { hasPermission, type Permission, staffRoles } from '../../src/domain/staff/staff.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { createExampleRequest, endpoints } from '../testing/route-table.ts'
import { StaffHarness } from './testing/staff-harness.ts'

/** The endpoints for readers' data, money, roles and keys, as they must be declared. */
const guarded: Partial<Record<Permission, readonly string[]>> = {
  ownKeys: ['POST /api/desk/keys', 'POST /api/desk/confirmation'],
  readers: [
    'POST /api/desk/gifts/search',
    'POST /api/desk/gifts/:id/card',
    'POST /api/issues/:slug/recipient',
    'POST /api/desk/readers/find',
    'POST /api/desk/readers/support',
  ],
  refunds: [
    'POST /api/desk/gifts/:id/void',
    'POST /api/desk/gifts/:id/refund',
    'POST /api/desk/readers/refund',
  ],
  money: [
    'PUT /api/desk/gifts/:id/deadline',
    'POST /api/desk/readers/money',
    'GET /api/accounts',
    'GET /api/accounts/:month',
    'PUT /api/accounts/movements/:id',
  ],
  staff: ['GET /api/desk/staff'],
  roles: ['PUT /api/desk/staff'],
  acts: ['GET /api/desk/acts'],
}

const longestAges: Partial<Record<Permission, number>> = {
  ownKeys: 30 * minute,
  readers: 8 * hour,
  refunds: 30 * minute,
  money: 30 * minute,
  staff: 8 * hour,
  roles: 30 * minute,
  acts: 8 * hour,
}

const forStaff = endpoints.flatMap((endpoint) =>
  endpoint.permission ? [{ ...endpoint, permission: endpoint.permission }] : [],
)

const isGuarded = ({ permission }: { readonly permission: Permission }) => permission in guarded

it('the endpoints for readers’ data, money, roles and keys need exactly these permissions', () => {
  const declared = Map.groupBy(forStaff.filter(isGuarded), ({ permission }) => permission)
  const routes = [...declared].map(([permission, group]) => [
    permission,
    group.map(({ route }) => route),
  ])
  expect(Object.fromEntries(routes)).toEqual(guarded)
})

const send = ({ send: sendFrom }: Browser, endpoint: Endpoint) => {
  const { path, body } = createExampleRequest(endpoint)
  return sendFrom(endpoint.method, path, endpoint.method === 'GET' ? undefined : body)
}

it.each(forStaff)(
  '$route is refused to other roles, to readers and to guests',
  async (endpoint) => {
    const harness = new StaffHarness()
    const others = staffRoles.filter((role) => !hasPermission(role, endpoint.permission))
    for (const role of others)
      await expectRefusal(send(await harness.addStaff(role, role), endpoint), 403, 'forbidden')
    for (const stranger of [await harness.addReader('ravi'), harness.openBrowser()])
      await expectRefusal(send(stranger, endpoint), 404, 'not_found')
    expect(await harness.listActs()).toEqual([])
  },
)

it.each(forStaff.filter(isGuarded))('$route requires a recent sign-in', async (endpoint) => {
  const harness = new StaffHarness()
  const operator = await harness.addStaff('olu', 'operator')
  harness.advance(longestAges[endpoint.permission]! + second)
  await expectRefusal(send(operator, endpoint), 403, 'confirmation_required')
  expect(await harness.listActs()).toEqual([])
})
