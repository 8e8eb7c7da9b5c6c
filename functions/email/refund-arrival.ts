/** A sentence added to every promise of a refund, in emails and on pages. */
export const refundArrival = 'The money can take a few days to arrive, depending on your bank.'
