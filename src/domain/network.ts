/**
 * The limit of an IPv6 /48, as a multiple of one network's limit. A /48 belongs to one provider or organisation and
 * contains 65,536 networks (/64), so without this a caller who rents one would have 65,536 times every limit.
 */
export const networksPerWideNetwork = 30

/**
 * Like `networksPerWideNetwork`, but for events counted in statistics. It's low, because readers don't notice when
 * counts are dropped, and a stranger with a /48 could otherwise fill the database.
 */
export const statisticsNetworks = 2
