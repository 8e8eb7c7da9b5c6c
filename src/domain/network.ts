/**
 * An IPv6 /48 belongs to one provider or organisation and holds 65,536 networks (/64). Together they may use as much as
 * this many of them: otherwise whoever rents a /48 would have every ceiling 65,536 times.
 */
export const networksPerWideNetwork = 30
