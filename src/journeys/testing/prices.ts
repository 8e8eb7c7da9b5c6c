import { formatPrice } from '../../domain/subscription/plan-text.ts'

export const annualPrice = formatPrice('annual', 'domestic')
export const monthlyPrice = formatPrice('monthly', 'domestic')
