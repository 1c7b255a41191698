// The standard containers under the names of ankerl::unordered_dense.
#pragma once

#include <unordered_map>
#include <unordered_set>

namespace ankerl::unordered_dense
{
	template<class T, class E = void>
	struct hash : std::hash<T>
	{
	};

	template<class K, class V, class H = std::hash<K>, class Q = std::equal_to<K>>
	using map = std::unordered_map<K, V, H, Q>;

	template<class K, class H = std::hash<K>, class Q = std::equal_to<K>>
	using set = std::unordered_set<K, H, Q>;
} // namespace ankerl::unordered_dense
