/** The reader's payments, and below them a receipt, which the fragment names. */
export const paymentsPath = '/settings/payments'
export const receiptPath = `${paymentsPath}/receipt`
export const receiptAddress = (id: string) => `${receiptPath}#${encodeURIComponent(id)}`
