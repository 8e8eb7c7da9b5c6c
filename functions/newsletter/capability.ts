import type { Capability } from '../capability.ts'
import { refuseFile } from '../platform/http/error-response.ts'
import { confirmByLink, getConfirmationPage } from './confirm-by-link.ts'
import { joinNewsletter } from './join-newsletter.ts'
import { createNewsletterEmailsJob } from './newsletter-email-sender.ts'
import { createNewsletterEntriesJob } from './newsletter-entries-job.ts'
import { removalsCollection } from './newsletter-list.ts'
import { personalData } from './personal-data.ts'
import { confirmationPath, preferencesPath, unsubscribePath } from './personal-links.ts'
import { changeByLink, getPreferencesPage, readByLink } from './preferences-by-link.ts'
import { getUnsubscribePage, unsubscribeByLink } from './unsubscribe-by-link.ts'

export const newsletter = {
  routes: {
    'POST /api/join-newsletter': joinNewsletter,
    'GET /api/newsletter/:key': readByLink,
    'PATCH /api/newsletter/:key': changeByLink,
  },
  pages: {
    [`GET ${confirmationPath}/:key`]: [getConfirmationPage],
    [`POST ${confirmationPath}/:key`]: [confirmByLink],
    [`GET ${unsubscribePath}/:key`]: [getUnsubscribePage],
    [`POST ${unsubscribePath}/:key`]: [unsubscribeByLink],
    [`GET ${preferencesPath}/:key`]: [getPreferencesPage],
    'ALL /newsletter/link/*': [refuseFile],
  },
  jobs: (deps: Parameters<typeof createNewsletterEmailsJob>[0]) => [
    createNewsletterEmailsJob(deps),
    createNewsletterEntriesJob(deps),
  ],
  personalData,
  retention: [{ collection: removalsCollection, field: 'expiresAt' }],
} satisfies Capability
