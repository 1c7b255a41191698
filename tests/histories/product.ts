/** The parts of the web server that histories call in their own process. Import it after setting its environment. */

export { changeBooking } from '#app/bookings/booking/change/changes.server.ts';
export { enterRoomOf } from '#app/bookings/booking/own/enter.server.ts';
export { pay } from '#app/bookings/booking/pay/pay.server.ts';
export { book } from '#app/bookings/booking/take/book.server.ts';
export { deleteRow } from '#app/entities/crud/crud.server.ts';
export { userEntity } from '#app/entities/user/descriptor.server.ts';
export { JOBS } from '#app/jobs.server.ts';
export { customerUpdates } from '#app/marketplace/payments/customer-queue.server.ts';
export { refreshCards, startCard } from '#app/payments/cards/cards.server.ts';
export { answerDispute } from '#app/payments/disputes/evidence.server.ts';
export { receiveEvent } from '#app/payments/events/events.server.ts';
export { decideApproval } from '#app/payments/holds/approval.server.ts';
export { refreshPayment } from '#app/payments/holds/intent.server.ts';
export { refundPayment } from '#app/payments/refunds/refund.server.ts';
export { blockByName } from '#app/people/blocks.server.ts';
export { db } from '#app/platform/database.server.ts';
export { enqueue } from '#app/platform/jobs/job.server.ts';
export { attempt, startWorker } from '#app/platform/jobs/worker.server.ts';
export { changeRequest } from '#app/requests/answer.server.ts';
export { setAvailable } from '#app/requests/available.server.ts';
export { callStreamer } from '#app/requests/call.server.ts';
export { payRequest } from '#app/requests/pay.server.ts';
