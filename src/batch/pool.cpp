#include "stickslip/batch/pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace stickslip::batch {

// All members but the threads are guarded by the mutex. A job is what one call of run() asks for.
struct Pool::Shared {
  std::mutex mutex;
  std::condition_variable job_given;
  std::condition_variable helper_left;
  bool ends = false;
  std::size_t job = 0;     // its number; a helper that has not seen it joins in
  std::size_t inside = 0;  // helpers at work on it
  std::size_t count = 0;   // pieces
  std::size_t next = 0;    // the first piece that nobody has begun
  std::size_t done = 0;    // pieces
  bool stopped = false;    // no further piece is begun
  const Work* work = nullptr;
  const Watch* watch = nullptr;
  std::exception_ptr trouble;
  std::vector<std::jthread> helpers;

  // A piece to do, or `count` when there is none left.
  std::size_t begin_piece(std::unique_lock<std::mutex>&) {
    if (!stopped && next < count && watch->cancelled && watch->cancelled()) stopped = true;
    return stopped || next == count ? count : next++;
  }

  void end_piece(std::unique_lock<std::mutex>&) {
    ++done;
    if (watch->progress) watch->progress(done, count);
  }

  void keep_trouble(std::unique_lock<std::mutex>&) {
    if (trouble == nullptr) trouble = std::current_exception();
    stopped = true;
  }

  // Does pieces of the present job until none is left. The lock is open while a piece is at work.
  void take_part(std::unique_lock<std::mutex>& lock, std::size_t thread) {
    try {
      for (std::size_t piece = begin_piece(lock); piece < count; piece = begin_piece(lock)) {
        lock.unlock();
        try {
          (*work)(piece, thread);
        } catch (...) {
          lock.lock();
          throw;
        }
        lock.lock();
        end_piece(lock);
      }
    } catch (...) {
      keep_trouble(lock);
    }
  }

  void help(std::size_t thread) {
    std::unique_lock lock(mutex);
    std::size_t seen = 0;
    while (true) {
      job_given.wait(lock, [&] { return ends || job != seen; });
      if (ends) return;
      seen = job;
      if (work == nullptr) continue;  // the job ended before this thread woke
      ++inside;
      take_part(lock, thread);
      if (--inside == 0) helper_left.notify_all();
    }
  }
};

Pool::Pool(std::size_t threads) : shared_(std::make_unique<Shared>()) {
  const std::size_t wanted = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 1; i < wanted; ++i)
    shared_->helpers.emplace_back([shared = shared_.get(), i] { shared->help(i); });
}

Pool::~Pool() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->ends = true;
  }
  shared_->job_given.notify_all();
}

std::size_t Pool::threads() const { return shared_->helpers.size() + 1; }

std::size_t Pool::run(std::size_t count, const Work& work, const Watch& watch) {
  Shared& s = *shared_;
  std::unique_lock lock(s.mutex);
  s.count = count;
  s.next = s.done = 0;
  s.stopped = false;
  s.work = &work;
  s.watch = &watch;
  s.trouble = nullptr;
  ++s.job;
  if (count > 1) s.job_given.notify_all();
  s.take_part(lock, 0);
  s.helper_left.wait(lock, [&s] { return s.inside == 0; });
  s.work = nullptr;
  s.watch = nullptr;
  if (s.trouble != nullptr) std::rethrow_exception(std::exchange(s.trouble, nullptr));
  return s.done;
}

}  // namespace stickslip::batch
