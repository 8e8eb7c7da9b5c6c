/** What no page needs before it has loaded. */
import '../browser/dialog-backdrop.ts'

if (import.meta.env.PROD) void import('../features/offline/start-offline.ts')
