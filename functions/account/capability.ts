import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Capability } from '../capability.ts'
import { getAccount, getClient, getSubscription, getUser, updateUser } from './account-handlers.ts'
import { confirmEmail } from './confirm-email.ts'
import { deleteAccount } from './delete-account.ts'
import { type DeletionDeps, deleteReader } from './delete-reader.ts'
import { recordEmailChange } from './email-change.ts'
import { exportData } from './export-data.ts'
import { getPreferences, updatePreferences } from './preferences-handlers.ts'
import {
  closeAllSessions,
  closeSession,
  closeSessionByForm,
  openSession,
} from './session-handlers.ts'

export const account = {
  routes: {
    'GET /api/client': getClient,
    'GET /api/user': getUser,
    'PATCH /api/user': updateUser,
    'GET /api/account': getAccount,
    'DELETE /api/account': deleteAccount,
    'POST /api/account/email': recordEmailChange,
    'GET /api/account/data': exportData,
    'POST /api/session': openSession,
    'DELETE /api/session': closeSession,
    'POST /api/log-out': closeSessionByForm,
    'DELETE /api/sessions': closeAllSessions,
    'POST /api/confirmation': confirmEmail,
    'GET /api/preferences': getPreferences,
    'PATCH /api/preferences': updatePreferences,
    'GET /api/subscription': getSubscription,
  },
  outboxHandlers: {
    async deletion(deps: DeletionDeps, { reader }: OutboxItemOf<'deletion'>) {
      const deleted = await deleteReader(deps, reader)
      return deleted.ok ? succeed([]) : deleted
    },
  },
} satisfies Capability
