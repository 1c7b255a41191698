import type { RequestHandler } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Counts requests and measures their time. The labels are bounded: the route is a pattern from `res.locals.route`,
 * never the path itself.
 */
export function httpMetrics(registry: Registry): RequestHandler {
  const registers = [registry];
  const requests = new Counter({
    name: 'panocall_http_requests_total',
    help: 'Requests by method, route pattern and class of status; the route is "static" for files, "none" for what no route serves, and "refused" for what never reached one',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'panocall_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route pattern',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  return (req, res, next) => {
    const start = performance.now();
    res.once('close', () => {
      const named: unknown = res.locals.route;
      const route = typeof named === 'string' ? named : 'refused';
      const method = METHODS.includes(req.method) ? req.method : 'other';
      requests.inc({ method, route, status: `${Math.floor(res.statusCode / 100)}xx` });
      duration.observe({ route }, (performance.now() - start) / 1000);
    });
    next();
  };
}
