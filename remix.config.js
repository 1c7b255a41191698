export default {
  future: {
    v3_fetcherPersist: true,
    // With a dozen routes, one manifest is smaller than requesting each route.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
