import { randomBytes } from 'node:crypto'
import { test as base } from '@playwright/test'

/**
 * The `test` of every journey. Each comes from a network of its own, as readers do: limits count by
 * networks, and one machine with all journeys on it would soon be refused.
 */
export const test = base.extend({
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'CF-Connecting-IP': `127.${randomBytes(3).join('.')}` }),
})
