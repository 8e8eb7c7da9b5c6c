import type { Capability } from '../capability.ts'
import { findDocument } from '../identity/personal-data.ts'
import { historyPath } from './history-records.ts'
import {
  deleteFromHistory,
  deleteReadingHistory,
  listReadingHistory,
  recordReading,
} from './reading-history-handlers.ts'

export const readingHistory = {
  routes: {
    'GET /api/reading-history': listReadingHistory,
    'DELETE /api/reading-history': deleteReadingHistory,
    'PUT /api/reading-history/:slug': recordReading,
    'DELETE /api/reading-history/:slug': deleteFromHistory,
  },
  personalData: [{ name: 'readingHistory', find: findDocument(historyPath) }],
} satisfies Capability
