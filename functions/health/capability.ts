import type { Capability } from '../capability.ts'
import type { HealthDeps } from './health-deps.ts'
import { createHealthHandlers } from './health-handler.ts'

type Deps = HealthDeps & ReturnType<typeof createHealthHandlers>

export const health = {
  routes: {
    'GET /api/health': (input, caller, deps: Deps) => deps.getHealth(input, caller, deps),
    'GET /api/status': (input, caller, deps: Deps) => deps.getStatus(input, caller, deps),
  },
  services: createHealthHandlers,
} satisfies Capability
