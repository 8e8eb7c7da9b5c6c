import type { Capability } from '../capability.ts'
import { changeMoney, supportReader } from './act-handlers.ts'
import { findForSupport } from './find-handler.ts'
import { refundPayment } from './refund-payment.ts'

export const support = {
  routes: {
    'POST /api/desk/readers/find': findForSupport,
    'POST /api/desk/readers/support': supportReader,
    'POST /api/desk/readers/refund': refundPayment,
    'POST /api/desk/readers/money': changeMoney,
  },
} satisfies Capability
