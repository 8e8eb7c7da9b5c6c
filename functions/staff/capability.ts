import { getAccessKeysPath } from '../../src/domain/staff/access-key.ts'
import type { Capability } from '../capability.ts'
import { createDeskPageHandler } from '../desk/desk-pages.ts'
import { keysPage } from '../identity/identify-staff.ts'
import { findDocument } from '../identity/personal-data.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { loadKeysPage } from './keys-page.ts'
import { confirmKey, createKey, getMe, listKeys, revokeKey } from './own-keys.ts'
import { getStaff, listActs, putRole } from './staff-handlers.ts'

export const staff = {
  routes: {
    'GET /api/desk/me': getMe,
    'GET /api/desk/keys': listKeys,
    'POST /api/desk/keys': createKey,
    'DELETE /api/desk/keys/:id': revokeKey,
    'POST /api/desk/confirmation': confirmKey,
    'GET /api/desk/staff': getStaff,
    'PUT /api/desk/staff': putRole,
    'GET /api/desk/acts': listActs,
  },
  pages: {
    [`GET ${keysPage}`]: [
      limitPageRequests('desk'),
      createDeskPageHandler('ownAccess', loadKeysPage),
    ],
  },
  personalData: [{ name: 'accessKeys', find: findDocument(getAccessKeysPath) }],
  retention: [{ collection: 'acts', field: 'expiresAt' }],
} satisfies Capability
