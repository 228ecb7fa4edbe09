/**
 * Each release and its commit. Tags do not reach every clone, and this list does; an entry is therefore committed after
 * the release that it names.
 */
export const RELEASES: Readonly<Record<string, string>> = {
  '0.1.0': '0d844a1de6d3c5b40f15ca999da00df53d8e8502',
  '1.0.0': '067df22ea620cf6872ff8b488c2c23e6e4c8bc09',
};
