// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Pays a token any number of times, and says that it has executed any hash.
contract NamesHash {
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    function pay(address token, address to, uint256 times, uint256 amount, bytes32 named) external {
        for (uint256 paid = 0; paid < times; paid++) IToken(token).transfer(to, amount);
        emit ExecutionSuccess(named, 0);
    }
}
