import type { Capability } from '../capability.ts'
import { limitPageRequests } from '../pages/rendered-pages.ts'
import { createDeskPageHandler } from './desk-pages.ts'
import { loadEditorPage } from './editor-page.ts'

export const deskEditor = {
  pages: {
    'GET /desk/edit/:collection/:slug': [
      limitPageRequests('desk'),
      createDeskPageHandler('drafts', loadEditorPage),
    ],
  },
} satisfies Capability
