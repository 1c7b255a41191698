export default {
  future: {
    v3_fetcherPersist: true,
    // With a dozen routes, telling all of them at once is less than asking for each.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
