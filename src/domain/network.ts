/**
 * An IPv6 /48 belongs to one provider or organisation and holds 65,536 networks (/64). Together they may use as much as
 * this many of them: otherwise a caller who rents a /48 would have every ceiling 65,536 times.
 */
export const networksPerWideNetwork = 30

/**
 * The same for what counts in statistics. Few, because no reader misses what is above, and a stranger who has a /48 could
 * fill the database.
 */
export const statisticsNetworks = 2
