/** Wherever we say that we refund something, in emails and on pages. */
export const refundArrival = 'The money can take a few days to arrive, depending on your bank.'
